"""The two benchmark models in SimPy, each in the form that its documentation teaches.

Reads requests "model processes operations seed" and answers each with one line of JSON.
"""

import json
import random
import sys
import time

import simpy


class HotLock:
    def __init__(self, processes, operations):
        self.environment = simpy.Environment()
        self.cores = simpy.Resource(self.environment, capacity=4)
        self.resource = simpy.Resource(self.environment, capacity=1)
        self.think_rate = 1 / (2.0 * processes)
        self.remaining = operations
        self.finished = self.environment.event()
        self.histogram = [0] * 64
        self.waits = 0
        self.waited_us = 0.0
        for _ in range(processes):
            self.environment.process(self.work())

    def record(self, wait_us):
        self.histogram[int(wait_us * 1000).bit_length()] += 1
        self.waits += 1
        self.waited_us += wait_us

    def work(self):
        environment, cores, resource = self.environment, self.cores, self.resource
        exponential = random.expovariate
        while True:
            yield environment.timeout(exponential(self.think_rate))
            asked = environment.now
            core = cores.request()
            yield core
            self.record(environment.now - asked)
            yield environment.timeout(exponential(1 / 20))
            asked = environment.now
            grant = resource.request()
            if not grant.triggered:
                cores.release(core)
                yield grant
                core = cores.request()
                yield core
            self.record(environment.now - asked)
            yield environment.timeout(exponential(1 / 10))
            resource.release(grant)
            cores.release(core)
            self.remaining -= 1
            if self.remaining == 0:
                self.finished.succeed()

    def run(self):
        self.environment.run(until=self.finished)
        return self.environment.now / 1e6, self.waited_us / self.waits


class Phold:
    """Events are timeouts with a callback: SimPy's cheapest form, without processes."""

    def __init__(self, processes, events):
        self.environment = simpy.Environment()
        self.processes = processes
        self.remaining = events
        self.finished = self.environment.event()
        self.visits = [0] * processes
        for process in range(processes):
            self.schedule(process)

    def schedule(self, process):
        timeout = self.environment.timeout(random.expovariate(1.0), process)
        timeout.callbacks.append(self.arrive)

    def arrive(self, event):
        self.visits[event.value] += 1
        self.remaining -= 1
        if self.remaining == 0:
            self.finished.succeed()
        self.schedule(int(random.random() * self.processes))

    def run(self):
        self.environment.run(until=self.finished)
        return self.environment.now, 0.0


def main():
    for line in sys.stdin:
        model, processes, operations, seed = line.split()
        random.seed(int(seed))
        start = time.perf_counter()
        kind = Phold if model == "phold" else HotLock
        simulated_s, mean_wait_us = kind(int(processes), int(operations)).run()
        answer = {
            "engine": "simpy",
            "model": model,
            "operations": int(operations),
            "seconds": time.perf_counter() - start,
            "operations_per_simulated_second": int(operations) / simulated_s,
            "mean_wait_us": mean_wait_us,
        }
        print(json.dumps(answer), flush=True)


main()
