import { z } from 'zod';
import { kinds, type SourcedKind, sourcedKinds } from '../registry.ts';

type Schema = (typeof kinds)[SourcedKind]['record'];

/** An object as the agent sends it. */
export const InventoryRecord = z.discriminatedUnion(
  'kind',
  // There is at least one kind.
  sourcedKinds.map((kind) => kinds[kind].record) as unknown as readonly [Schema, ...Schema[]],
);
export type InventoryRecord = z.infer<typeof InventoryRecord>;
