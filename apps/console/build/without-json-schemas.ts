import type { Plugin } from 'vite';

const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/;
const IMPORT =
  'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";';
const PROCESSOR =
  /^\s*inst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);$/gm;
const INSTEAD = `function createToJSONSchemaMethod() {
  return () => {
    throw new Error('the console makes no JSON schemas');
  };
}
const createStandardJSONSchemaMethod = createToJSONSchemaMethod;`;

/** Zod's schemas without what turns them into JSON schemas; fails where they are not as they were. */
export function leaveOutJsonSchemas(source: string): string {
  const code = source.replace(IMPORT, INSTEAD).replace(PROCESSOR, '');
  if (!code.includes(INSTEAD) || code.includes('processJSONSchema'))
    throw new Error(
      'what zod makes JSON schemas with is written otherwise than build/without-json-schemas.ts knows',
    );
  return code;
}

/** Only the server makes JSON schemas, for its API pages; zod brings 18 kB for them into the first load. */
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
