#ifndef EMU_TEXTURE_HPP
#define EMU_TEXTURE_HPP
extern "C" {
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *, const cudaResourceDesc *, const cudaTextureDesc *, const cudaResourceViewDesc *);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t);
}
template <class __T> cudaChannelFormatDesc cudaCreateChannelDesc();
template <class __T> __T tex1Dfetch(cudaTextureObject_t, int);
#endif
