import { listReviewQueue } from '#contract/admin/payments.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { readReviewQueue } from '#server/payments/review-queue.ts'

export const ALL = resource(handleStaff(listReviewQueue, ({ app, staff, input }) => readReviewQueue(app, staff, input)))
