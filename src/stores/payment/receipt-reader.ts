import { type RecognisedText, readReceiptText } from '#domain/receipt/reading.ts'
import { type ReceiptReading, VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import { getOcrSize, prepareForOcr } from './receipt-image.ts'

/** Where the build puts the reader (src/build/receipt-reader.ts). */
declare const RECEIPT_READER: string

/** Reads a receipt in this browser with about 4 MB of code and data; undefined if it fails. `onProgress` gets 0 to 1. */
export async function readReceipt(
  file: Blob,
  _expected: unknown,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ReceiptReading | undefined> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(VERIFICATION_TIMEOUT_MS)])
  const recognised = await recogniseText(file, onProgress, end).catch(() => undefined)
  return recognised && readReceiptText(recognised)
}

/** The share of each of the reader's own steps. */
const PROGRESS_STEPS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'loading tesseract core': [0.05, 0.25],
  'loading language traineddata': [0.3, 0.5],
  'initializing api': [0.5, 0.55],
  'recognizing text': [0.55, 1],
}

async function recogniseText(
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<RecognisedText> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('cancelled')))
    signal.throwIfAborted()
  })
  const image = await Promise.race([prepareImage(file), aborted])
  const { createWorker, OEM, PSM } = await Promise.race([import('tesseract.js'), aborted])
  let shownShare = 0
  const failure = Promise.withResolvers<never>()
  const { starting, thread } = captureWorker(() =>
    createWorker('eng', OEM.LSTM_ONLY, {
      workerPath: `${RECEIPT_READER}/worker.min.js`,
      corePath: RECEIPT_READER,
      langPath: RECEIPT_READER,
      // A worker from a URL has that URL's content security policy; one from a blob has the page's.
      workerBlobURL: false,
      gzip: false,
      cacheMethod: 'none',
      // Without a handler the reader throws where it cannot be caught, and never settles.
      errorHandler: (reason) => failure.reject(new Error(String(reason))),
      logger: ({ status, progress }) => {
        const [from, to] = PROGRESS_STEPS[status] ?? [0, 0]
        const share = from + (to - from) * progress
        if (share <= shownShare || signal.aborted) return
        shownShare = share
        onProgress(share)
      },
    }),
  )
  const work = async (): Promise<RecognisedText> => {
    const worker = await starting
    // One block of text keeps a label and its value on one line. The debug file silences the console.
    await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, debug_file: '/dev/null' })
    const { data } = await worker.recognize(image, { rotateAuto: true })
    return { text: data.text, confidence: data.confidence / 100 }
  }
  try {
    return await Promise.race([work(), failure.promise, aborted])
  } finally {
    starting.catch(() => undefined)
    thread?.terminate()
  }
}

/** The package returns its worker only after loading, and never on failure, so this captures it at creation to end it. */
function captureWorker<Reader>(start: () => Promise<Reader>): {
  starting: Promise<Reader>
  thread: Worker | undefined
} {
  const { Worker: OriginalWorker } = globalThis
  let thread: Worker | undefined
  globalThis.Worker = class extends OriginalWorker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args)
      thread = this
    }
  }
  try {
    return { starting: start(), thread }
  } finally {
    globalThis.Worker = OriginalWorker
  }
}

/** Applies the camera's rotation, scales to a readable size and fills transparency with white. */
async function prepareImage(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = getOcrSize(bitmap.width, bitmap.height)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return new Blob([prepareForOcr(context.getImageData(0, 0, width, height))])
}
