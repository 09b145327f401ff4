import { ServerFigures } from '@gwanje/contract/settings/installation';
import type { FastifyInstance } from 'fastify';
import type { PeerClient } from './peers/peer-client.ts';

const PATH = '/peer/figures';
/** The page of the installation waits for it. */
const FIGURES_WITHIN_MS = 1_000;

export function registerFigures(app: FastifyInstance, ownFigures: () => Promise<ServerFigures>): void {
  app.post(PATH, () => ownFigures());
}

/** Null when the other replica does not answer, or is of a version with other figures. */
export async function askFigures(client: PeerClient, url: string): Promise<ServerFigures | null> {
  try {
    const { body } = await client.post(url, { path: PATH, withinMs: FIGURES_WITHIN_MS });
    return ServerFigures.parse(JSON.parse(body.toString()));
  } catch {
    return null;
  }
}
