import { parseArgs } from 'node:util';
import { ConfigError } from '@gwanje/backend/config/env';
import { z } from 'zod';

const Started = z.object({ id: z.number(), name: z.string(), cluster: z.string(), target: z.string() });
const Failed = z.object({ message: z.string() });

/**
 * `scenario NAME [--cluster C] [--target T] [--seconds N]`, or `scenario stop ID`: calls a running simulator.
 */
export async function runScenarioCommand(args: readonly string[], controlUrl: string): Promise<string> {
  const { values, positionals } = parseCommand(args);
  const [name, id] = positionals;
  if (name === undefined) return listText(controlUrl);
  if (name === 'stop') {
    await call(controlUrl, 'DELETE', `/scenarios/running/${encodeURIComponent(id ?? '')}`);
    return `stopped ${id}`;
  }
  const body = {
    cluster: values.cluster,
    target: values.target,
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
  };
  const started = Started.parse(
    await call(controlUrl, 'POST', `/scenarios/${encodeURIComponent(name)}`, body),
  );
  const where = started.target === '' ? '' : ` on ${started.target}`;
  return `started ${started.name} in ${started.cluster}${where}; end it with: scenario stop ${started.id}`;
}

function parseCommand(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { cluster: text, target: text, seconds: text },
    });
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

const Listed = z.object({
  scenarios: z.array(z.object({ name: z.string(), title: z.string(), target: z.string() })),
});

async function listText(controlUrl: string): Promise<string> {
  const { scenarios } = Listed.parse(await call(controlUrl, 'GET', '/scenarios'));
  return scenarios
    .map(({ name, title, target }) => `${name.padEnd(22)}${target.padEnd(13)}${title}`)
    .join('\n');
}

async function call(controlUrl: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${controlUrl}${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new ConfigError(`no simulator answers on ${controlUrl}; start one with: npm run simulator`);
  });
  if (answer.status === 204) return undefined;
  const parsed: unknown = await answer.json();
  if (!answer.ok) throw new ConfigError(Failed.parse(parsed).message);
  return parsed;
}
