import type { ChosenLevel } from '@gwanje/domain/alarms/lifecycle';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { Confirmable } from './confirm-plan.ts';

interface Asked {
  readonly chosen: readonly Confirmable[];
  readonly level: ChosenLevel;
  readonly answer: (isDone: boolean) => void;
}

export type AskConfirm = (chosen: readonly Confirmable[], level: ChosenLevel) => Promise<boolean>;

/** Asks before alarms are set to a level; resolves to true if that was done. */
export function useConfirm(): { readonly ask: AskConfirm; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    ask: (chosen, level) => new Promise((answer) => setAsked({ chosen, level, answer })),
    dialog: asked && (
      <ConfirmDialog
        chosen={asked.chosen}
        level={asked.level}
        onClose={(isDone) => {
          setAsked(null);
          asked.answer(isDone);
        }}
      />
    ),
  };
}
