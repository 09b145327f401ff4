import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import { parseKindState } from '@gwanje/kinds/state/states';
import { z } from 'zod';
import type { LiveObject } from '../delta/live-delta.ts';
import type { ExportedObject } from './export-objects.ts';

export interface ReadObjects {
  readonly objects: readonly LiveObject[];
  /** Their states cannot be read, because a neighbouring version of the server wrote them. */
  readonly unread: readonly LiveObject[];
}

/** The work runs this long before it yields to other requests. */
const MAX_BUSY_MS = 1;

/** Reads the states of objects that another replica has exported. */
export async function readObjects(exported: readonly ExportedObject[]): Promise<ReadObjects> {
  const eventLoop = new EventLoopYield(MAX_BUSY_MS);
  const objects: LiveObject[] = [];
  const unread: LiveObject[] = [];
  for (const { state, ...object } of exported) {
    await eventLoop.yieldIfDue();
    const isWithoutState = state === null || object.deletedMs !== null;
    try {
      objects.push({
        ...object,
        made: isWithoutState ? null : parseKindState(object.kind, JSON.parse(state)),
      });
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      unread.push({ ...object, made: null });
    }
  }
  return { objects, unread };
}
