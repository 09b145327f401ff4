import type { Plugin } from 'vite';

const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/;
const IMPORT =
  'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";';
const PROCESSOR =
  /^\s*inst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);$/gm;
const REPLACEMENT = `function createToJSONSchemaMethod() {
  return () => {
    throw new Error('the console creates no JSON schemas');
  };
}
const createStandardJSONSchemaMethod = createToJSONSchemaMethod;`;

/** Removes the creation of JSON schemas from zod's source. Throws if the source does not have the expected lines. */
export function leaveOutJsonSchemas(source: string): string {
  const code = source.replace(IMPORT, REPLACEMENT).replace(PROCESSOR, '');
  if (!code.includes(REPLACEMENT) || code.includes('processJSONSchema'))
    throw new Error('build/without-json-schemas.ts was written for another zod version: adapt its patterns');
  return code;
}

/** Only the server creates JSON schemas, for its API pages. Without their code the first load is 18 kB smaller. */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'gwanje:without-json-schemas',
    apply: 'build',
    transform: {
      filter: { id: SCHEMAS },
      handler: (code) => ({ code: leaveOutJsonSchemas(code), map: null }),
    },
  };
}
