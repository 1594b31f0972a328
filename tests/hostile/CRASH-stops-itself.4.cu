// A pure virtual function is called.
struct base {
    base()
    {
        call();
    }
    void call()
    {
        pure();
    }
    virtual void pure() = 0;
};
struct derived : base {
    void pure() override
    {
    }
};
SGEMM
{
    MULTIPLY;
    derived d;
}
