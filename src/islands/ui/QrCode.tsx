import { type ReactNode, useEffect, useState } from 'react'
import './qr-code.css'

/** The light border that a scanner needs around the code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

interface Drawing {
  size: number
  path: string
}

interface QrCodeProps {
  text: string
  label: string
  /** Shown if the code could not be drawn. */
  children: ReactNode
}

/** A code to scan, dark on white in both schemes: what draws it is loaded when there is one to draw. */
export function QrCode({ text, label, children }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing | 'missing'>()
  useEffect(() => {
    let current = true
    drawQrCode(text).then(
      (drawn) => current && setDrawing(drawn),
      () => current && setDrawing('missing'),
    )
    return () => {
      current = false
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

async function drawQrCode(text: string): Promise<Drawing> {
  const { encode } = await import('uqr')
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}
