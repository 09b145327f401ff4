type Range = readonly [request: number, limit: number];

/** -1 means not set. */
const UNSET = [-1, -1] as const;

/** Image, CPU and memory of a sidecar in any pod. */
export const SIDECARS = {
  'istio-proxy': ['docker.io/istio/proxyv2:1.25.3', [10, 500], [64, 256]],
  'log-shipper': ['docker.io/fluent/fluent-bit:3.2.10', UNSET, UNSET],
  'metrics-exporter': ['registry.example/exporter:1.17', [10, 50], [32, 64]],
  'config-reloader': ['quay.io/prometheus-operator/prometheus-config-reloader:v0.82.2', [10, 10], [50, 50]],
  'dashboard-sidecar': ['quay.io/kiwigrid/k8s-sidecar:1.30.3', UNSET, UNSET],
  'kube-rbac-proxy': ['quay.io/brancz/kube-rbac-proxy:v0.19.1', [10, 20], [20, 40]],
} as const satisfies Record<string, readonly [image: string, milliCpu: Range, mib: Range]>;
type Sidecar = keyof typeof SIDECARS;

/** The workloads of the simulated clusters: a retailer's systems, with realistic names. */
export interface AppPlan {
  readonly name: string;
  readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet';
  readonly replicas: readonly [least: number, most: number];
  readonly image: string;
  readonly milliCpu: Range;
  readonly mib: Range;
  readonly sidecars: readonly Sidecar[];
  readonly claimGib?: number;
}

export interface JobPlan {
  readonly name: string;
  readonly image: string;
  readonly schedule: string;
  readonly isSuspended?: true;
  readonly workSec: number;
  readonly completions: number;
}

export interface NamespacePlan {
  readonly name: string;
  readonly apps: readonly AppPlan[];
  readonly jobs?: readonly JobPlan[];
}

const MESH = ['istio-proxy'] as const;
const LOGS = ['log-shipper'] as const;
const BOTH = [...MESH, ...LOGS] as const;

function service(
  name: string,
  replicas: readonly [number, number],
  milliCpu: Range,
  mib: Range,
  sidecars: readonly Sidecar[] = MESH,
): AppPlan {
  return {
    name,
    kind: 'Deployment',
    replicas,
    image: `registry.example/${name}`,
    milliCpu,
    mib,
    sidecars,
  };
}

function stateful(
  name: string,
  image: string,
  replicas: readonly [number, number],
  milliCpu: Range,
  mib: Range,
  claimGib: number,
  sidecars: readonly Sidecar[] = ['metrics-exporter'],
): AppPlan {
  return { name, kind: 'StatefulSet', replicas, image, milliCpu, mib, sidecars, claimGib };
}

function job(name: string, image: string, schedule: string, workSec: number, completions = 1): JobPlan {
  return { name, image, schedule, workSec, completions };
}

/** Present once in every cluster. */
export const PLATFORM: readonly NamespacePlan[] = [
  {
    name: 'ingress-nginx',
    apps: [
      {
        ...service('ingress-nginx-controller', [2, 4], [100, -1], [90, -1], []),
        image: 'registry.k8s.io/ingress-nginx/controller',
      },
    ],
  },
  {
    name: 'monitoring',
    apps: [
      stateful('prometheus-k8s', 'quay.io/prometheus/prometheus', [2, 2], [500, 2000], [2048, 4096], 100, [
        'config-reloader',
      ]),
      stateful('alertmanager-main', 'quay.io/prometheus/alertmanager', [2, 3], [10, 100], [64, 128], 10),
      stateful('loki', 'docker.io/grafana/loki', [1, 3], [200, 1000], [512, 2048], 200),
      service('grafana', [1, 1], [100, 500], [128, 256], ['dashboard-sidecar']),
      {
        name: 'node-exporter',
        kind: 'DaemonSet',
        replicas: [1, 1],
        image: 'quay.io/prometheus/node-exporter',
        milliCpu: [50, 250],
        mib: [64, 128],
        sidecars: ['kube-rbac-proxy'],
      },
    ],
  },
  {
    name: 'cert-manager',
    apps: [
      service('cert-manager', [1, 1], [10, 100], [64, 256], []),
      service('cert-manager-webhook', [1, 2], [10, 100], [32, 128], []),
      service('cert-manager-cainjector', [1, 1], UNSET, UNSET, []),
    ],
  },
];

/** Repeated, with a number after the name, until a cluster has the planned pods. */
export const BUSINESS: readonly NamespacePlan[] = [
  {
    name: 'shop',
    apps: [
      service('storefront', [4, 12], [200, 800], [256, 512], BOTH),
      service('cart', [3, 8], [100, 400], [192, 384], BOTH),
      service('checkout', [3, 8], [150, 600], [256, 512], BOTH),
      service('catalog', [3, 10], [150, 600], [384, 768]),
      service('search-api', [3, 8], [250, 1000], [512, 1024]),
      service('recommendation', [2, 6], [300, 1000], [768, 1536]),
      service('review', [2, 4], [50, 200], [128, 256]),
      service('image-resizer', [2, 6], [100, 500], [128, 512], LOGS),
      stateful('redis-cart', 'docker.io/redis', [3, 3], [100, 500], [256, 512], 8),
      stateful('elasticsearch', 'docker.io/elasticsearch', [3, 5], [500, 2000], [2048, 4096], 100),
    ],
    jobs: [job('index-rebuild', 'registry.example/index-rebuild:4.2', '0 * * * *', 240, 2)],
  },
  {
    name: 'payment',
    apps: [
      service('payment-gateway', [4, 10], [200, 600], [256, 512], BOTH),
      service('settlement', [2, 4], [100, 500], [256, 768]),
      service('fraud-check', [3, 6], [300, 900], [512, 1024]),
      service('ledger', [3, 6], [150, 450], [384, 512]),
      service('receipt', [2, 3], [50, 150], UNSET, LOGS),
      stateful('postgresql', 'docker.io/bitnami/postgresql', [2, 3], [500, 2000], [1024, 2048], 200),
      stateful('kafka', 'docker.io/bitnami/kafka', [3, 5], [500, 1500], [1536, 3072], 150),
    ],
    jobs: [
      job('nightly-settlement', 'registry.example/settlement-batch:2.8', '0 0 * * *', 600),
      job('reconcile', 'registry.example/reconcile:1.3', '*/30 * * * *', 45),
    ],
  },
  {
    name: 'member',
    apps: [
      service('auth', [4, 8], [150, 500], [192, 384], BOTH),
      service('profile', [2, 6], [100, 300], [192, 384]),
      service('point', [2, 5], [100, 300], [192, 256]),
      service('coupon', [2, 5], [50, 250], [128, 256]),
      service('notification', [3, 6], [100, 400], [128, 256]),
      service('mail-sender', [1, 3], UNSET, UNSET, []),
      stateful('redis-session', 'docker.io/redis', [3, 3], [100, 500], [512, 1024], 8),
    ],
    jobs: [
      {
        ...job('dormant-accounts', 'registry.example/dormant-accounts:1.1', '0 0 * * *', 120),
        isSuspended: true,
      },
    ],
  },
  {
    name: 'logistics',
    apps: [
      service('order-router', [3, 8], [150, 500], [256, 512]),
      service('delivery-tracker', [3, 6], [100, 400], [256, 384]),
      service('warehouse', [2, 6], [200, 600], [384, 768]),
      service('label-printer', [1, 2], [20, 100], [64, 128], LOGS),
      service('route-planner', [2, 4], [400, 1500], [512, 1024]),
      stateful('mongodb', 'docker.io/bitnami/mongodb', [3, 3], [300, 1000], [1024, 2048], 100),
    ],
    jobs: [job('stock-sync', 'registry.example/stock-sync:0.9', '*/30 * * * *', 90)],
  },
  {
    name: 'data',
    apps: [
      service('airflow-scheduler', [1, 2], [300, 1000], [768, 1536], LOGS),
      service('airflow-webserver', [1, 2], [200, 500], [512, 1024], []),
      service('event-collector', [4, 12], [200, 800], [256, 512]),
      service('feature-api', [2, 6], [200, 800], [512, 1024]),
      stateful(
        'clickhouse',
        'docker.io/clickhouse/clickhouse-server',
        [2, 4],
        [1000, 4000],
        [4096, 8192],
        500,
      ),
      stateful('zookeeper', 'docker.io/bitnami/zookeeper', [3, 3], [100, 300], [256, 512], 10),
    ],
    jobs: [job('daily-report', 'registry.example/report:3.1', '0 0 * * *', 300, 3)],
  },
];
