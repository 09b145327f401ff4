import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A zod schema as JSON Schema 2020-12, which is what OpenAPI 3.1 speaks. Rules that JSON Schema lacks are left out. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      // The format says it; the pattern is half a page.
      if (made.format === 'date-time') delete made.pattern;
      // An answer may grow: its readers must not refuse what they do not know.
      if (io === 'output' && made.additionalProperties === false) delete made.additionalProperties;
    },
  });
  return rest;
}

/** With a further property that may be given. */
export function withProperty(schema: JsonSchema, name: string, property: JsonSchema): JsonSchema {
  const properties = typeof schema.properties === 'object' ? schema.properties : {};
  return { ...schema, type: 'object', properties: { ...properties, [name]: property } };
}
