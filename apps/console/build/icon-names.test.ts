import { describe, expect, it } from 'vitest';
import { iconCss, iconNamesIn, readCodePoints, unknownIcons } from './icon-names.ts';

const css = '.mdi-bell::before {\n  content: "\\F009A";\n}\n.mdi-bell-ring:before{content:"\\F009E"}';

describe('icon names', () => {
  it('finds complete icon names in source text', () => {
    expect(iconNamesIn(`<Icon name="mdi-bell-ring" /> const x = 'mdi-bell';`)).toEqual([
      'mdi-bell-ring',
      'mdi-bell',
    ]);
  });

  it('reads code points from the style sheet of the font and returns unknown names', () => {
    const codePoints = readCodePoints(css);
    expect(codePoints.get('mdi-bell-ring')).toBe('F009E');
    expect(unknownIcons(['mdi-bell', 'mdi-no-such'], codePoints)).toEqual(['mdi-no-such']);
  });

  it('writes CSS rules only for the used icons', () => {
    const rules = iconCss(['mdi-bell'], readCodePoints(css));
    expect(rules).toContain('.mdi-bell::before{content:"\\F009A"}');
    expect(rules).not.toContain('mdi-bell-ring');
  });
});
