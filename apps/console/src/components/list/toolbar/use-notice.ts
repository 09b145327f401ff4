import { useEffect, useState } from 'react';

const NOTICE_MS = 2500;

/** A short message that disappears after a while. */
export function useNotice(): [string | null, (text: string) => void] {
  const [notice, setNotice] = useState<{ readonly text: string } | null>(null);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice?.text ?? null, (text) => setNotice({ text })];
}
