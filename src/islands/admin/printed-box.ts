/** To tick by hand on paper. */
export const PRINTED_BOX = 'print:before:ml-auto print:before:block print:before:size-5mm print:before:border'
export const TICKED_BOX = `${PRINTED_BOX} print:before:text-center print:before:leading-none print:before:content-tick`
