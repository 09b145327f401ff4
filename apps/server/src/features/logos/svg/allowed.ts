/**
 * All that a drawn, still, self-contained picture needs. No script, no foreign content, no link, no animation, nothing
 * that is loaded from elsewhere; what is not named here is dropped.
 */
export const ALLOWED_ELEMENTS = words(`
  svg g defs symbol use title desc style
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
`);

/** Elements that are dropped while what they hold stays: a linked shape is still a shape. */
export const UNWRAPPED_ELEMENTS = words('a switch');

/** Without one of these there is nothing to see. */
export const DRAWN_ELEMENTS = words('path rect circle ellipse line polyline polygon text image use');

export const ALLOWED_ATTRIBUTES = words(`
  id class style lang role aria-label aria-hidden viewBox preserveAspectRatio version
  x y z x1 x2 y1 y2 cx cy r rx ry fx fy fr dx dy width height d points pathLength transform transform-origin
  rotate textLength lengthAdjust startOffset method spacing side
  offset gradientUnits gradientTransform spreadMethod
  patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits mask-type
  markerUnits markerWidth markerHeight orient refX refY
  filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude exponent
  operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha
  surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle azimuth elevation
  pointsAtX pointsAtY pointsAtZ scale xChannelSelector yChannelSelector stdDeviation radius
  baseFrequency numOctaves seed stitchTiles
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
  direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity
  font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  image-rendering isolation letter-spacing lighting-color marker marker-end marker-mid marker-start mask
  mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity
  stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
  stroke-width text-anchor text-decoration text-rendering unicode-bidi vector-effect visibility
  white-space word-spacing writing-mode
`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
