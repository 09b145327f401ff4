import { create } from 'zustand';

interface OpenProof {
  readonly settle: (isProved: boolean) => void;
}

/** The question who the user is, while it is on screen. */
export const useProof = create<{ readonly open: OpenProof | null }>()(() => ({ open: null }));

let running: Promise<boolean> | null = null;

/** Asks the user, in one dialog for all calls that wait. False: the user has closed it. */
export function askForProof(): Promise<boolean> {
  running ??= new Promise<boolean>((settle) => useProof.setState({ open: { settle } })).finally(() => {
    running = null;
  });
  return running;
}

export function closeProof(isProved: boolean): void {
  const { open } = useProof.getState();
  useProof.setState({ open: null });
  open?.settle(isProved);
}
