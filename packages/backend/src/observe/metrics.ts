import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(processName: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'gwanje_http_request_seconds',
      help: 'Time from request to response, by route template',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.015, 0.05, 0.15, 0.5, 1.5, 5],
      registers: [registry],
    }),
    errors: new Counter({
      name: 'gwanje_http_errors_total',
      help: 'Error responses, by code of the error table',
      labelNames: ['code'],
      registers: [registry],
    }),
  };
}
