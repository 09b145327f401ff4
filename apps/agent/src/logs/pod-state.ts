import type { LogRequest } from '@gwanje/contract/objects/log-tunnel';
import { z } from 'zod';
import { StatusError } from '../http/http.ts';
import type { ApiClient } from '../kubernetes/api-client.ts';

const Terminated = z.object({ exitCode: z.number().nullish() });
const Status = z.object({
  name: z.string(),
  restartCount: z.int().nullish(),
  state: z
    .object({
      running: z.object({}).nullish(),
      terminated: Terminated.nullish(),
      waiting: z.object({ reason: z.string().nullish() }).nullish(),
    })
    .nullish(),
  lastState: z.object({ terminated: Terminated.nullish() }).nullish(),
});
const Statuses = z.array(Status).nullish();
const Containers = z.array(z.object({ name: z.string(), restartPolicy: z.string().nullish() })).nullish();

const Pod = z.object({
  metadata: z.object({ uid: z.string() }),
  spec: z.object({
    restartPolicy: z.string().nullish(),
    containers: Containers,
    initContainers: Containers,
    ephemeralContainers: Containers,
  }),
  status: z
    .object({
      phase: z.string().nullish(),
      containerStatuses: Statuses,
      initContainerStatuses: Statuses,
      ephemeralContainerStatuses: Statuses,
    })
    .nullish(),
});

export interface ContainerState {
  /** gone: the pod, or the container in it, does not exist any more. */
  readonly state: 'gone' | 'notStarted' | 'running' | 'stopped' | 'finished';
  /** Which run of the container it is. */
  readonly restartCnt: number;
  /** Why the container does not run. */
  readonly reason: string | null;
}

const GONE: ContainerState = { state: 'gone', restartCnt: 0, reason: null };

export function podPath({ namespace, pod }: Pick<LogRequest, 'namespace' | 'pod'>): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}`;
}

/** The container that a log is read of, if the pod is still the one that was meant. */
export async function readContainerState(
  api: ApiClient,
  request: Pick<LogRequest, 'namespace' | 'pod' | 'uid' | 'container'>,
  signal: AbortSignal,
): Promise<ContainerState> {
  try {
    const pod = Pod.parse(await api.getJson(podPath(request), signal));
    return pod.metadata.uid === request.uid ? stateOf(pod, request.container) : GONE;
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return GONE;
    throw error;
  }
}

function stateOf({ spec, status }: z.output<typeof Pod>, name: string): ContainerState {
  const isNamed = (one: { readonly name: string }) => one.name === name;
  const init = spec.initContainers?.find(isNamed);
  const ephemeral = spec.ephemeralContainers?.find(isNamed);
  if (!init && !ephemeral && !spec.containers?.some(isNamed)) return GONE;
  const found = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []),
    ...(status?.ephemeralContainerStatuses ?? []),
  ].find(isNamed);
  const restartCnt = found?.restartCount ?? 0;
  const reason = found?.state?.waiting?.reason ?? null;
  const stopped = found?.state?.terminated ?? found?.lastState?.terminated;
  const policy = ephemeral ? 'Never' : (init?.restartPolicy ?? (init ? 'OnFailure' : spec.restartPolicy));
  if (found?.state?.running) return { state: 'running', restartCnt, reason };
  if (!stopped) return { state: 'notStarted', restartCnt, reason };
  const isOver =
    status?.phase === 'Succeeded' ||
    status?.phase === 'Failed' ||
    policy === 'Never' ||
    (policy === 'OnFailure' && stopped.exitCode === 0);
  return { state: isOver ? 'finished' : 'stopped', restartCnt, reason };
}
