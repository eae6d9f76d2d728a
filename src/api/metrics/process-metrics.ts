import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { Counter, type Metric, Gauge } from "./metric-page.ts";

const nanosecond = 1e-9;
const microsecond = 1e-6;

/** Memory, processor and event loop of this process, under the names that Node dashboards know. */
export function createProcessMetrics(): () => readonly Metric[] {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return () => {
    const { user, system } = process.cpuUsage();
    const memory = process.memoryUsage();
    const metrics = [
      counter(
        "process_cpu_seconds_total",
        "Processor time, in seconds.",
        (user + system) * microsecond,
      ),
      gauge(
        "process_start_time_seconds",
        "Start of the process since the epoch, in seconds.",
        performance.timeOrigin / 1_000,
      ),
      gauge("process_resident_memory_bytes", "Resident memory.", memory.rss),
      gauge("nodejs_heap_size_total_bytes", "Size of the heap.", memory.heapTotal),
      gauge("nodejs_heap_size_used_bytes", "Used size of the heap.", memory.heapUsed),
      gauge("nodejs_external_memory_bytes", "Memory outside the heap.", memory.external),
      gauge(
        "nodejs_eventloop_lag_mean_seconds",
        "Mean delay of the event loop since the last reading.",
        finite(delay.mean) * nanosecond,
      ),
      gauge(
        "nodejs_eventloop_lag_max_seconds",
        "Longest delay of the event loop since the last reading.",
        finite(delay.max) * nanosecond,
      ),
      gauge(
        "nodejs_eventloop_lag_p50_seconds",
        "Median delay of the event loop.",
        delay.percentile(50) * nanosecond,
      ),
      gauge(
        "nodejs_eventloop_lag_p90_seconds",
        "90th percentile of the event loop's delay.",
        delay.percentile(90) * nanosecond,
      ),
      gauge(
        "nodejs_eventloop_lag_p99_seconds",
        "99th percentile of the event loop's delay.",
        delay.percentile(99) * nanosecond,
      ),
      gauge(
        "nodejs_active_resources_total",
        "Resources that keep the event loop alive.",
        process.getActiveResourcesInfo().length,
      ),
    ];
    delay.reset();
    return metrics;
  };
}

/** There is no mean before the first observation. */
const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

function gauge(name: string, help: string, value: number): Gauge {
  const made = new Gauge(name, help);
  made.set({}, value);
  return made;
}

function counter(name: string, help: string, value: number): Counter {
  const made = new Counter(name, help);
  made.add({}, value);
  return made;
}
