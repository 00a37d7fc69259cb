import {
  assessReceipt,
  type ExpectedPayment,
  type ReceiptAssessment,
  type RecognisedText,
} from '#domain/receipt/assessment.ts'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import { now } from '../clock.ts'
import { getOcrSize, prepareForOcr } from './receipt-image.ts'

/** Where the build puts the reader (src/build/receipt-reader.ts). */
declare const RECEIPT_READER: string

/** A picture that could not be read is uploaded all the same: staff have eyes. */
export type ReceiptReadResult =
  | { read: true; recognised: RecognisedText; judgement: ReceiptAssessment }
  | { read: false }

/**
 * Reads a receipt in this browser; the picture goes nowhere. The first time about 4.5 MB are loaded for it, so this file
 * is imported when a receipt is chosen, not before. `onProgress` is told a share from 0 to 1 that never falls. Never
 * rejects: a failure of any kind, giving up included, is a picture that could not be read.
 */
export async function readReceipt(
  file: Blob,
  expected: ExpectedPayment,
  onProgress: (share: number) => void,
  givenUp: AbortSignal,
): Promise<ReceiptReadResult> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), VERIFICATION_TIMEOUT_MS)
  const stop = () => end.abort()
  givenUp.addEventListener('abort', stop)
  if (givenUp.aborted) stop()
  const recognised = await recogniseText(file, onProgress, end.signal).catch(() => undefined)
  clearTimeout(timer)
  givenUp.removeEventListener('abort', stop)
  return recognised
    ? { read: true, recognised, judgement: assessReceipt(recognised, expected, now()) }
    : { read: false }
}

/** What each step of the reader's own report is of the whole. */
const PROGRESS_STEPS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'loading tesseract core': [0.05, 0.25],
  'loading language traineddata': [0.3, 0.5],
  'initializing api': [0.5, 0.55],
  'recognizing text': [0.55, 1],
}

async function recogniseText(
  file: Blob,
  onProgress: (share: number) => void,
  end: AbortSignal,
): Promise<RecognisedText> {
  const ended = new Promise<never>((_, reject) => {
    end.addEventListener('abort', () => reject(new Error('given up')))
    end.throwIfAborted()
  })
  const picture = await Promise.race([prepareImage(file), ended])
  const { createWorker, OEM, PSM } = await Promise.race([import('tesseract.js'), ended])
  let shown = 0
  const failure = Promise.withResolvers<never>()
  const { starting, thread } = captureWorker(() =>
    createWorker('eng', OEM.LSTM_ONLY, {
      workerPath: `${RECEIPT_READER}/worker.min.js`,
      corePath: RECEIPT_READER,
      langPath: RECEIPT_READER,
      // A worker from an address has that address's policy; one from a blob would have the page's.
      workerBlobURL: false,
      gzip: false,
      cacheMethod: 'none',
      // Without one the reader throws where nobody can catch it, and a start that failed is never answered.
      errorHandler: (reason) => failure.reject(new Error(String(reason))),
      logger: ({ status, progress }) => {
        const [from, to] = PROGRESS_STEPS[status] ?? [0, 0]
        const share = from + (to - from) * progress
        if (share <= shown || end.aborted) return
        shown = share
        onProgress(share)
      },
    }),
  )
  const work = async (): Promise<RecognisedText> => {
    const worker = await starting
    // One block of lines: a label and its value stay on one line, however far apart they are.
    // What it murmurs meanwhile is nothing for a visitor's console.
    await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, debug_file: '/dev/null' })
    const { data } = await worker.recognize(picture, { rotateAuto: true })
    return { text: data.text, confidence: data.confidence / 100 }
  }
  try {
    return await Promise.race([work(), failure.promise, ended])
  } finally {
    starting.catch(() => undefined)
    thread?.terminate()
  }
}

/**
 * The package hands its worker over only once it has loaded everything, and never where that fails: a visitor who leaves
 * before would leave it running. It makes the worker before it waits for anything, so it is known from here.
 */
function captureWorker<Reader>(start: () => Promise<Reader>): {
  starting: Promise<Reader>
  thread: Worker | undefined
} {
  const { Worker: Made } = globalThis
  let thread: Worker | undefined
  globalThis.Worker = class extends Made {
    constructor(...made: ConstructorParameters<typeof Worker>) {
      super(...made)
      thread = this
    }
  }
  try {
    return { starting: start(), thread }
  } finally {
    globalThis.Worker = Made
  }
}

/** Upright as the camera meant it, at a readable size, on white where it was transparent. */
async function prepareImage(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = getOcrSize(bitmap.width, bitmap.height)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser lets us draw nothing')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return new Blob([prepareForOcr(context.getImageData(0, 0, width, height))])
}
