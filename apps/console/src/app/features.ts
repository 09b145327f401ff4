import { upcoming } from '#features/upcoming/manifest.ts';
import type { FeatureManifest } from '#shared/feature-manifest.ts';

/** One line a feature. */
export const features: readonly FeatureManifest[] = [upcoming];
