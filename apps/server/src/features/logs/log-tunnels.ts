import { LOG_STREAMS_PER_USER } from '@gwanje/contract/objects/logs';
import type { AgentTunnel, LogTunnel } from './agent-tunnel.ts';

/** Finds the agent's connection at the other replicas. */
export type FindAtPeers = (hostId: number) => Promise<LogTunnel | undefined>;

/** The connections of the cluster agents, one for each cluster. An agent is connected to any one of the replicas. */
export class LogTunnels {
  readonly #own = new Map<number, AgentTunnel>();
  #findAtPeers: FindAtPeers = async () => undefined;

  readonly #openCnts = new Map<string, number>();

  get count(): number {
    return this.#own.size;
  }

  usePeers(find: FindAtPeers): void {
    this.#findAtPeers = find;
  }

  /** An agent that was started again has a new connection before its old one is known to be dead. */
  add(hostId: number, tunnel: AgentTunnel): Disposable {
    this.#own.get(hostId)?.close('the agent has connected again');
    this.#own.set(hostId, tunnel);
    return {
      [Symbol.dispose]: () => {
        if (this.#own.get(hostId) === tunnel) this.#own.delete(hostId);
      },
    };
  }

  findOwn(hostId: number): AgentTunnel | undefined {
    return this.#own.get(hostId);
  }

  async find(hostId: number): Promise<LogTunnel | undefined> {
    return this.#own.get(hostId) ?? (await this.#findAtPeers(hostId));
  }

  /** Counts one more call of the owner. Call the returned function at its end. Undefined: there are too many. */
  enter(owner: string): (() => void) | undefined {
    const openCnt = this.#openCnts.get(owner) ?? 0;
    if (openCnt >= LOG_STREAMS_PER_USER) return undefined;
    this.#openCnts.set(owner, openCnt + 1);
    return () => {
      const left = (this.#openCnts.get(owner) ?? 1) - 1;
      if (left > 0) this.#openCnts.set(owner, left);
      else this.#openCnts.delete(owner);
    };
  }
}
