// Gives every frame of hotblock on this page the height that it asks for.
addEventListener("message", ({ data, source }) => {
  const height = Number(data?.hotblock?.height);
  if (!(height > 0)) return;
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.style.height = `${height}px`;
  }
});
