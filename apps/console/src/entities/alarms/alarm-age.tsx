import { formatAge, formatShortAge, formatTimestamp } from '@gwanje/domain/formats/time';
import { useLanguage } from '#core/i18n/i18n.ts';

interface AlarmAgeProps {
  readonly at: string | null;
  readonly nowMs: number;
  readonly className?: string | undefined;
}

/** How long ago an alarm occurred, in two units; all units and the time on hover. */
export function AlarmAge({ at, nowMs, className }: AlarmAgeProps) {
  const language = useLanguage();
  if (at === null) return null;
  const ageMs = Math.max(0, nowMs - Date.parse(at));
  return (
    <time className={className} dateTime={at} title={`${formatAge(ageMs, language)}\n${formatTimestamp(at)}`}>
      {formatShortAge(ageMs, language)}
    </time>
  );
}
