/** Encodes a QR code with the quiet zone that scanners need (ISO/IEC 18004). The encoder is loaded on demand. */
export async function encodeQrCode(text: string): Promise<{ size: number; data: boolean[][] }> {
  const { encode } = await import('uqr')
  return encode(text, { ecc: 'M', border: 4 })
}
