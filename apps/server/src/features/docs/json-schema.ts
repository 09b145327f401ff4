import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A zod schema as JSON Schema 2020-12, as OpenAPI 3.1 uses it. Rules that JSON Schema lacks are left out. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      // The format is enough; the pattern is half a page long.
      if (made.format === 'date-time') delete made.pattern;
      // Responses may get new fields, and clients must not refuse them.
      if (io === 'output' && made.additionalProperties === false) delete made.additionalProperties;
    },
  });
  return rest;
}

/** Adds an optional property. */
export function withProperty(schema: JsonSchema, name: string, property: JsonSchema): JsonSchema {
  const properties = typeof schema.properties === 'object' ? schema.properties : {};
  return { ...schema, type: 'object', properties: { ...properties, [name]: property } };
}
