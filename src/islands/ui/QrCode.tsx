import { type ReactNode, useEffect, useState } from 'react'
import { encodeQrCode } from '#stores/payment/qr-code.ts'
import './qr-code.css'

interface QrCodeProps {
  text: string
  label: string
  /** Shown if the code could not be drawn. */
  children: ReactNode
}

/** Draws a QR code, dark on white in both schemes. */
export function QrCode({ text, label, children }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Awaited<ReturnType<typeof drawQrCode>> | 'missing'>()
  useEffect(() => {
    let isMounted = true
    drawQrCode(text).then(
      (code) => isMounted && setDrawing(code),
      () => isMounted && setDrawing('missing'),
    )
    return () => {
      isMounted = false
    }
  }, [text])
  if (drawing === 'missing') return <div className="qr-code qr-missing">{children}</div>
  if (!drawing) return <div className="qr-code" aria-hidden="true" />
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} />
    </svg>
  )
}

async function drawQrCode(text: string) {
  const { size, data } = await encodeQrCode(text)
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}
