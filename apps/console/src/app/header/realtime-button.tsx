import { useT } from '#core/i18n/i18n.ts';
import { HeaderControl } from '../header-control.tsx';

const WINDOW = { name: 'gwanje-realtime', features: 'popup,width=480,height=720' };

/** Opens one window; its name makes a second click focus the same one. */
export function RealtimeButton() {
  const t = useT();
  return (
    <HeaderControl
      icon="mdi-bell-ring-outline"
      text={t('header.realtime')}
      hidesText
      aria-label={t('header.realtimeOpen')}
      title={t('header.realtimeOpen')}
      onClick={() => window.open('/realtime-detection', WINDOW.name, WINDOW.features)?.focus()}
    />
  );
}
