import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { ConfigError, type Environment, readEnvironment } from './env.ts';

/**
 * Reads the variables of a process. Variables with the prefix are also command line options, which override
 * them: `--node-name a` is GWANJE_AGENT_NODE_NAME=a.
 */
export function readOptions<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  prefix: string,
  args: readonly string[],
  environment: Environment,
): z.output<z.ZodObject<Shape>> {
  const names = Object.keys(schema.shape).filter((variable) => variable.startsWith(prefix));
  const variables = new Map(names.map((variable) => [optionOf(variable.slice(prefix.length)), variable]));
  const options = Object.fromEntries(
    [...variables.keys()].map((option) => [option, { type: 'string' as const }]),
  );
  const given: Record<string, string> = {};
  for (const [option, value] of Object.entries(parse(args, options))) {
    const variable = variables.get(option);
    if (variable !== undefined) given[variable] = String(value);
  }
  return readEnvironment(schema, { ...environment, ...given });
}

function optionOf(name: string): string {
  return name.replaceAll('_', '-').toLowerCase();
}

function parse(args: readonly string[], options: Record<string, { type: 'string' }>): object {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}
