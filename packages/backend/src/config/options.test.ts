import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigError, positiveInt } from './env.ts';
import { readOptions } from './options.ts';

const schema = z.object({
  OTHER: z.string().default('other'),
  APP_NODE_NAME: z.string().default('none'),
  APP_PODS: positiveInt.default(1),
});
const read = (args: readonly string[], environment = {}) => readOptions(schema, 'APP_', args, environment);

describe('command line options', () => {
  test('replace the variables with the prefix and override them', () => {
    const environment = { APP_NODE_NAME: 'b', APP_PODS: '2', OTHER: 'x' };
    expect(read(['--node-name', 'a'], environment)).toEqual({ APP_NODE_NAME: 'a', APP_PODS: 2, OTHER: 'x' });
    expect(read(['--pods=3', '--pods=4'])).toEqual({ APP_NODE_NAME: 'none', APP_PODS: 4, OTHER: 'other' });
  });

  test('are validated like the variables', () => {
    expect(() => read(['--pods', 'many'])).toThrow(/APP_PODS: must be a positive whole number/);
  });

  test.each([[['--other', 'x']], [['--unknown', 'x']], [['stray']], [['--pods']]])(
    '%j is refused',
    (args) => {
      expect(() => read(args)).toThrow(ConfigError);
    },
  );
});
