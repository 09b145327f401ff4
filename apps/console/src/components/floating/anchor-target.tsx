import { type Ref, useEffect, useImperativeHandle, useState } from 'react';

interface AnchorStandInProps {
  readonly anchor: HTMLElement;
  readonly ref?: Ref<HTMLElement>;
}

/** Mantine takes the opening button as a child; ours is on the screen before Mantine's part is. */
export function AnchorTarget({ anchor, ref }: AnchorStandInProps) {
  useImperativeHandle(ref, () => anchor, [anchor]);
  return null;
}

/** Open one step after it is there: only a change tells Mantine where the focus was. */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return isOpen && isThere;
}
