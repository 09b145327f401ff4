import { common } from './common.ts';
import { dialogs } from './dialogs.ts';
import { errors } from './errors.ts';

/** One file per area. Keys are `area.name`; the English catalogue must have the same. */
export const ko = { common, dialogs, errors } as const;
