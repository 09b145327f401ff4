import { useMantineColorScheme } from '@mantine/core';
import { useT } from '#core/i18n/i18n.ts';
import { HeaderControl } from '../header-control.tsx';

export function ThemeButton() {
  const t = useT();
  // Without transitions Mantine would write a style tag, which the content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = colorScheme === 'dark';
  const label = t(isDark ? 'header.toLight' : 'header.toDark');
  return (
    <HeaderControl
      icon={isDark ? 'mdi-white-balance-sunny' : 'mdi-weather-night'}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    />
  );
}
