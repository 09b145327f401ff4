import type { ServerSettings } from '../config.ts';
import type { Prompt } from './prompt.ts';

/** The actor of a command in the audit log. */
export const BY_COMMAND = { actor: null, detail: { by: 'admin command' } };

export interface CommandInput {
  /** Arguments after the command's name. */
  readonly args: readonly string[];
  /** The options of the command that were given. */
  readonly options?: ReadonlySet<string>;
  readonly say: (line: string) => void;
}

/** `installation`: running or stopped; `database`: may be empty or absent, if it is the embedded one. */
type CommandNeed = 'installation' | 'database' | 'nothing';

export type Command = { readonly needs: CommandNeed } & (
  | { readonly asks: (settings: ServerSettings, prompt: Prompt) => Promise<void> }
  | {
      /** Required arguments, for the usage text; may be empty. */
      readonly usage: string;
      readonly argCnt: number;
      /** Allowed options. */
      readonly options?: readonly string[];
      readonly runs: (settings: ServerSettings, input: CommandInput) => Promise<void>;
    }
);
