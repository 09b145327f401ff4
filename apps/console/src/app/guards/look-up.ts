import { errors } from '@gwanje/contract/definition/errors';
import { ApiFailure } from '#core/api/api-failure.ts';
import type { IdName } from '#core/navigation/feature-manifest.ts';
import type { LookUpAnswer } from './address.ts';

const NOT_THERE: readonly (number | null)[] = [errors.notFound.code, errors.invalidParameter.code];

export async function lookUp(name: IdName, id: number): Promise<LookUpAnswer> {
  try {
    // A lazy import: the dashboard needs none of these endpoints, so the first load leaves them out.
    const { infoCalls } = await import('./info-calls.ts');
    const ask = infoCalls[name];
    if (!ask) return { kind: 'unknown' };
    const found = await ask(id);
    const hostId = 'hostId' in found && typeof found.hostId === 'number' ? found.hostId : undefined;
    return { kind: 'found', hostId };
  } catch (error) {
    const isNotThere = error instanceof ApiFailure && NOT_THERE.includes(error.code);
    return { kind: isNotThere ? 'unknown' : 'unreachable' };
  }
}
