import type { IncomingMessage } from 'node:http';
import { answerKubelet, type KubeletAnswer, plain } from '../kubelet/answer.ts';
import type { Cluster } from '../world/cluster.ts';
import { type Account, authenticate, mayDo } from './access.ts';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import { sendText } from './responses.ts';
import { ApiError } from './status.ts';

/** A kubelet with a separate port, for agents on the node. */
export async function startKubeletServer(
  cluster: Cluster,
  nodeName: string,
  accounts: readonly Account[],
  options: ListenOptions,
): Promise<Listening> {
  return listen((request, response) => {
    cluster.timeline.catchUp();
    // A stopped kubelet does not answer at all.
    if (cluster.faults.silentNodes.has(nodeName)) {
      request.socket.destroy();
      return;
    }
    const path = URL.parse(request.url ?? '/', 'http://kubelet')?.pathname ?? '/';
    const { status, contentType, body } =
      refusalOf(path, request, accounts) ?? answerKubelet(cluster, nodeName, path);
    sendText(request, response, status, contentType, body).catch(() => response.destroy());
  }, options);
}

/** A kubelet checks the rights in the same way as the API server, and answers in plain text. */
function refusalOf(
  path: string,
  { headers: { authorization } }: IncomingMessage,
  accounts: readonly Account[],
): KubeletAnswer | undefined {
  if (authorization === undefined) return plain(401, 'Unauthorized');
  const subresource = path.startsWith('/stats/')
    ? 'stats'
    : path.startsWith('/metrics')
      ? 'metrics'
      : 'proxy';
  try {
    const user = authenticate(authorization, accounts);
    if (mayDo(user, { verb: 'get', group: '', resource: 'nodes', subresource })) return undefined;
    const what = `user=${user.user}, verb=get, resource=nodes, subresource(s)=[${subresource}]`;
    return plain(403, `Forbidden (${what})\n`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return plain(error.code, error.message);
  }
}
