import { z } from 'zod';

export interface SampleOptions {
  /** The length of every list. */
  readonly rowCnt: 0 | 1;
  /** Values that may be absent are absent. */
  readonly isSparse: boolean;
}

const AT = '2026-11-17T09:00:00+09:00';
/** A word, a day, a time of the day, a time zone. */
const TEXTS = ['sample', '2026-11-17', '09:00', 'Asia/Seoul'];

/** A value that a schema accepts, for tests that are generic over calls. Every id is 1, every flag is true. */
export function sampleOf(schema: z.core.$ZodType, options: SampleOptions): unknown {
  // The union of all zod schemas, discriminated by `type`.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (one: z.core.$ZodType) => sampleOf(one, options);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, one]) => [key, inner(one)]));
    case 'array':
      return Array.from({ length: options.rowCnt }, () => inner(def.element));
    case 'tuple':
      return def.items.map(inner);
    case 'nullable':
      return options.isSparse ? null : inner(def.innerType);
    case 'optional':
      return options.isSparse ? undefined : inner(def.innerType);
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return inner(def.innerType);
    case 'union':
      return def.options[0] && inner(def.options[0]);
    case 'intersection':
      return Object.assign({}, inner(def.left), inner(def.right));
    case 'pipe':
      return inner(def.in);
    case 'lazy':
      return inner(def.getter());
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'string':
      if ('format' in def && def.format === 'datetime') return AT;
      return TEXTS.find((text) => z.core.safeParse(schema, text).success) ?? 'sample';
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'record':
    case 'unknown':
    case 'any':
    case 'custom':
      return {};
    default:
      throw new Error(`no sample of ${def.type}`);
  }
}
