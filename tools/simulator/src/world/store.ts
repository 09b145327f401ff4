import type { RecordOf, Resource } from '../kinds/object/records.ts';
import { Collection, type Versions } from './collection.ts';

export type Store = { readonly [Kind in Resource]: Collection<RecordOf[Kind]> } & {
  readonly versions: Versions;
};

export function createStore(firstRv: number, historyLimit: number): Store {
  const versions: Versions = { current: firstRv };
  return {
    versions,
    namespaces: new Collection(versions, historyLimit),
    nodes: new Collection(versions, historyLimit),
    pods: new Collection(versions, historyLimit),
    persistentvolumes: new Collection(versions, historyLimit),
    persistentvolumeclaims: new Collection(versions, historyLimit),
    events: new Collection(versions, historyLimit),
    deployments: new Collection(versions, historyLimit),
    replicasets: new Collection(versions, historyLimit),
    controllerrevisions: new Collection(versions, historyLimit),
    statefulsets: new Collection(versions, historyLimit),
    daemonsets: new Collection(versions, historyLimit),
    jobs: new Collection(versions, historyLimit),
    cronjobs: new Collection(versions, historyLimit),
    limitranges: new Collection(versions, historyLimit),
    services: new Collection(versions, historyLimit),
    endpointslices: new Collection(versions, historyLimit),
    ingresses: new Collection(versions, historyLimit),
    horizontalpodautoscalers: new Collection(versions, historyLimit),
    poddisruptionbudgets: new Collection(versions, historyLimit),
    resourcequotas: new Collection(versions, historyLimit),
  };
}

/** Removes the history: a freshly started API server has only the current state. */
export function compactHistory({ versions, ...collections }: Store): void {
  // Leases and other unread kinds increase the version all the time.
  versions.current += 100;
  for (const collection of Object.values(collections)) collection.compact();
}
