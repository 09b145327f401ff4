import { type Ref, useEffect, useImperativeHandle, useState } from 'react';

/** Passes an existing button to Mantine's `Target`, which expects it as a child. */
export function AnchorTarget({ anchor, ref }: { anchor: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => anchor, [anchor]);
  return null;
}

/** Opens one render after mounting: Mantine records the focus only when `opened` changes. */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return isOpen && isThere;
}
