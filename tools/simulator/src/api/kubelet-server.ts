import { answerKubelet, type KubeletAnswer, subresourceOf } from '../kubelet/answer.ts';
import type { Cluster } from '../world/cluster.ts';
import { authenticate, mayDo } from './access.ts';
import { sendText } from './responses.ts';
import { type ApiServerOptions, type Listening, listen } from './server.ts';
import { ApiError } from './status.ts';

const PLAIN = 'text/plain; charset=utf-8';

/** A kubelet with a separate port, for agents on the node. */
export async function startKubelet(
  cluster: Cluster,
  nodeName: string,
  options: ApiServerOptions,
): Promise<Listening> {
  return listen(
    (request, response) => {
      cluster.timeline.catchUp();
      // A stopped kubelet does not answer at all.
      if (cluster.faults.silentNodes.has(nodeName)) {
        request.socket.destroy();
        return;
      }
      const path = URL.parse(request.url ?? '/', 'http://kubelet')?.pathname ?? '/';
      const answer = guarded(cluster, nodeName, path, request.headers.authorization, options);
      sendText(request, response, answer.status, answer.contentType, answer.body).catch(() =>
        response.destroy(),
      );
    },
    options.host,
    options.port,
    options.certificate,
  );
}

function guarded(
  cluster: Cluster,
  nodeName: string,
  path: string,
  authorization: string | undefined,
  options: ApiServerOptions,
): KubeletAnswer {
  const subresource = subresourceOf(path);
  try {
    const user = authenticate(authorization, options.accounts);
    const isKnown = authorization !== undefined;
    const asked = { verb: 'get', group: '', resource: 'nodes', subresource, namespace: '', name: nodeName };
    if (!isKnown) return { status: 401, contentType: PLAIN, body: 'Unauthorized' };
    if (!mayDo(user, asked)) {
      const body = `Forbidden (user=${user.name}, verb=get, resource=nodes, subresource(s)=[${subresource}])\n`;
      return { status: 403, contentType: PLAIN, body };
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.code, contentType: PLAIN, body: error.message };
  }
  return answerKubelet(cluster, nodeName, path);
}
