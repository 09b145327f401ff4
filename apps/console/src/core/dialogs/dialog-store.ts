import type { ReactNode } from 'react';
import { create } from 'zustand';

interface DialogTexts {
  readonly title?: string;
  readonly text?: string;
  readonly msg?: string;
  readonly classMsg?: string;
}

export interface AlertOptions extends DialogTexts {
  /** A Material Design icon by its class, e.g. `mdi-alert`. */
  readonly prependIcon?: string;
  readonly width?: string;
}

export interface ConfirmOptions extends DialogTexts {
  readonly classText?: string;
  readonly captionMsg?: string;
  readonly classCaptionMsg?: string;
  /** Below the text. */
  readonly content?: ReactNode;
  readonly textConfirm?: string;
  /** Null leaves the button out. */
  readonly textCancel?: string | null;
  readonly classConfirm?: string;
  readonly classCancel?: string;
}

export interface OpenDialog {
  readonly id: number;
  readonly kind: 'alert' | 'confirm';
  readonly options: AlertOptions & ConfirmOptions;
  readonly settle: (isConfirmed: boolean | null) => void;
}

/** The first dialog is on screen; the others wait. */
export const useDialogs = create<{ readonly queue: readonly OpenDialog[] }>()(() => ({ queue: [] }));

let lastId = 0;

export async function showAlert(options: AlertOptions): Promise<void> {
  await open('alert', options);
}

/** A question with two actions. Null: the user closed the dialog without a choice. */
export function askConfirm(options: ConfirmOptions): Promise<boolean | null> {
  return open('confirm', options);
}

export async function showConfirm(options: ConfirmOptions): Promise<boolean> {
  return (await askConfirm(options)) ?? false;
}

/** A second call for the same dialog has no effect: a double click must not close the next dialog of the queue. */
export function closeDialog(id: number, isConfirmed: boolean | null): void {
  const dialog = useDialogs.getState().queue.find((candidate) => candidate.id === id);
  if (!dialog) return;
  useDialogs.setState(({ queue }) => ({ queue: queue.filter((candidate) => candidate !== dialog) }));
  dialog.settle(isConfirmed);
}

function open(kind: OpenDialog['kind'], options: OpenDialog['options']): Promise<boolean | null> {
  return new Promise((settle) =>
    useDialogs.setState(({ queue }) => ({ queue: [...queue, { id: ++lastId, kind, options, settle }] })),
  );
}
