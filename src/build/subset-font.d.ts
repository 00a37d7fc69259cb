/** The package has no types of its own. */
declare module 'subset-font' {
  interface Range {
    min: number
    max: number
  }
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes?: Readonly<Record<string, number | Range>> },
  ): Promise<Buffer>
}
