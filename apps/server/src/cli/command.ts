import type { ServerSettings } from '../config.ts';
import type { Prompt } from './prompt.ts';

export interface CommandInput {
  /** What stood behind the command's name. */
  readonly args: readonly string[];
  /** Those of the command's options that were given. */
  readonly options?: ReadonlySet<string>;
  readonly say: (line: string) => void;
}

export type Command =
  | { readonly asks: (settings: ServerSettings, prompt: Prompt) => Promise<void> }
  | {
      /** What must stand behind its name. */
      readonly usage: string;
      readonly argCnt: number;
      /** What may stand beside it. */
      readonly options?: readonly string[];
      readonly runs: (settings: ServerSettings, input: CommandInput) => Promise<void>;
    };
