import type { ReactNode } from 'react';
import { create } from 'zustand';

export interface AlertOptions {
  readonly title?: string;
  readonly text?: string;
  readonly msg?: string;
  readonly classMsg?: string;
  /** A Material Design icon by its class, e.g. `mdi-alert`. */
  readonly prependIcon?: string;
  readonly width?: string;
}

export interface ConfirmOptions {
  readonly title?: string;
  readonly text?: string;
  readonly msg?: string;
  readonly classText?: string;
  readonly classMsg?: string;
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

interface OpenAlert {
  readonly kind: 'alert';
  readonly id: number;
  readonly options: AlertOptions;
  readonly settle: () => void;
}

interface OpenConfirm {
  readonly kind: 'confirm';
  readonly id: number;
  readonly options: ConfirmOptions;
  readonly settle: (isConfirmed: boolean | null) => void;
}

export type OpenDialog = OpenAlert | OpenConfirm;

/** The first dialog is on screen; the others wait. */
export const useDialogs = create<{ readonly queue: readonly OpenDialog[] }>()(() => ({ queue: [] }));

let lastId = 0;

export function showAlert(options: AlertOptions): Promise<void> {
  return new Promise((resolve) => enqueue({ kind: 'alert', id: ++lastId, options, settle: resolve }));
}

/** For a question whose second button acts too. Null: the user closed the dialog without an answer. */
export function askConfirm(options: ConfirmOptions): Promise<boolean | null> {
  return new Promise((resolve) => enqueue({ kind: 'confirm', id: ++lastId, options, settle: resolve }));
}

export async function showConfirm(options: ConfirmOptions): Promise<boolean> {
  return (await askConfirm(options)) ?? false;
}

/** A second call for the same dialog does nothing: a double click must not answer the next one in the queue. */
export function closeDialog(id: number, isConfirmed: boolean | null): void {
  const dialog = useDialogs.getState().queue.find((candidate) => candidate.id === id);
  if (!dialog) return;
  useDialogs.setState(({ queue }) => ({ queue: queue.filter((candidate) => candidate !== dialog) }));
  if (dialog.kind === 'alert') dialog.settle();
  else dialog.settle(isConfirmed);
}

function enqueue(dialog: OpenDialog): void {
  useDialogs.setState(({ queue }) => ({ queue: [...queue, dialog] }));
}
