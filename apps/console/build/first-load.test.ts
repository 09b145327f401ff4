import { expect, it } from 'vitest';
import { filesOf } from './first-load.ts';

const manifest = {
  'index.html': {
    file: 'a/index.js',
    imports: ['_react.js'],
    css: ['a/index.css'],
    assets: ['a/icons-x1.woff2', 'a/PretendardVariable.subset.1-y2.woff2'],
  },
  '_react.js': { file: 'a/react.js' },
  'src/page.tsx': { file: 'a/page.js', imports: ['_react.js', 'index.html'], css: ['a/page.css'] },
  'src/other.tsx': { file: 'a/other.js' },
};

it('counts each file once, static imports only, and the icon font but no text font', () => {
  expect(filesOf(manifest, ['index.html', 'src/page.tsx'])).toEqual([
    'a/icons-x1.woff2',
    'a/index.css',
    'a/index.js',
    'a/page.css',
    'a/page.js',
    'a/react.js',
  ]);
});

it('fails on a module the build does not know, so that the figure cannot silently shrink', () => {
  expect(() => filesOf(manifest, ['src/gone.tsx'])).toThrow('src/gone.tsx');
});
