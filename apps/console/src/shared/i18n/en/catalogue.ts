import type { ko } from '../ko/catalogue.ts';
import type { SameKeys } from '../message-types.ts';
import { common } from './common.ts';
import { dialogs } from './dialogs.ts';
import { errors } from './errors.ts';

/** Loaded when someone chooses English. */
export const en: SameKeys<typeof ko> = { common, dialogs, errors };
